import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import test from 'node:test';
import './dom.mjs';

const { Audit, Broken } = await import('../../../api/web/static/js/game/evidence/audit.js');
const { canonical, isCanonical, toBytes } = await import('../../../api/web/static/js/game/evidence/bytes.js');
const { drawOf, seedOf } = await import('../../../api/web/static/js/game/evidence/chance.js');

const GAME = '6d0c5f6e-7a3c-4b53-9a10-2f1d4c1f4a01';
const SECRET = 'ab'.repeat(32);
const sha = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const hex = (text) => Buffer.from(text, 'hex');
const long = (value) => { const bytes = Buffer.alloc(8); bytes.writeBigUInt64BE(BigInt(value)); return bytes; };
const COMMITMENT = sha(Buffer.from('emberlog.commitment'), hex(SECRET)).toString('hex');

/** A step as the log has it, by another implementation of the format than the one under test. */
function step(version, prevHash, data, command) {
  const salt = createHmac('sha256', hex(SECRET)).update(Buffer.concat([Buffer.from('emberlog.salt'), long(version)]))
    .digest('hex').slice(0, 32);
  const body = Buffer.from(canonical({ command, data, principal: 'p', salt, schema: 1, seat: null, state: 'ff',
    stream: GAME, time_us: version, type: data.type, version }));
  return { version, prevHash, body: body.toString('base64'),
    hash: sha(Buffer.from([1]), hex(prevHash), body).toString('hex') };
}

/** A command as the log has it; `steps`: the first and the last. */
function command(ordinal, prevLink, commandId, steps, answer = '') {
  const body = Buffer.from('{}');
  const content = canonical({ answer: sha(Buffer.from(answer)).toString('hex'), body: sha(body).toString('hex'),
    command: commandId, first_version: steps[0], game: GAME, last_version: steps[1],
    outcome: answer ? 'refused' : 'accepted', principal: 'p', received_us: 1, request: '00', seat: null,
    time_us: steps[1], token: 't' });
  const link = sha(Buffer.from([2]), hex(prevLink), Buffer.from([0, 0, 0, ordinal]), sha(Buffer.from(content)));
  return { ordinal, commandId, outcome: answer ? 'REFUSED' : 'ACCEPTED', content, link: link.toString('hex'),
    body: body.toString('base64'), answer: Buffer.from(answer).toString('base64') };
}

function game() {
  const genesis = '00'.repeat(32);
  const first = step(1, genesis, { type: 'game.GameOpened', secret: SECRET, commitment: COMMITMENT }, 'a');
  const last = step(2, first.hash, { type: 'game.SeedRevealed', secret: SECRET, shares: ['x'] }, 'b');
  const one = command(1, genesis, 'a', [1, 1]);
  const no = command(2, one.link, 'n', [1, 1], '{"code":"no"}');
  return { steps: [first, last], commands: [one, no, command(3, no.link, 'b', [2, 2])],
    published: { id: GAME, commitment: COMMITMENT, secret: SECRET, headHash: last.hash, version: 2 } };
}

async function faultOf({ steps, commands, published }) {
  const audit = new Audit(published);
  try {
    for (const each of steps) await audit.step(each);
    for (const each of commands) await audit.command(each);
    audit.finish();
    return { ...audit, fault: null };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return error.fault;
  }
}

test('a whole game holds: steps, commands, a refusal, the secret', async () => {
  const { steps, commands, refusals, fault } = await faultOf(game());
  assert.deepEqual({ steps, commands, refusals, fault }, { steps: 2, commands: 3, refusals: 1, fault: null });
});

/** @param {string} base64 one byte of what it encodes is changed */
function damaged(base64) {
  const bytes = Buffer.from(base64, 'base64');
  bytes[bytes.length >> 1] ^= 1;
  return bytes.toString('base64');
}

const flipped = (digits) => `${digits[0] === '0' ? '1' : '0'}${digits.slice(1)}`;

const DAMAGES = {
  'the body of a step': [(all) => { all.steps[1].body = damaged(all.steps[1].body); }, 'body', 2],
  'the hash of a step': [(all) => { all.steps[0].hash = flipped(all.steps[0].hash); }, 'body', 1],
  'a hash before': [(all) => { all.steps[1].prevHash = flipped(all.steps[1].prevHash); }, 'chain', 2],
  'a missing step': [(all) => { all.steps.splice(0, 1); }, 'chain', 1],
  'the link of a command': [(all) => { all.commands[1].link = flipped(all.commands[1].link); }, 'link', 0],
  'the answer to a command': [(all) => { all.commands[1].answer = damaged(all.commands[1].answer); }, 'link', 0],
  'a removed refusal': [(all) => { all.commands.splice(1, 1); }, 'commands', 0],
  'a missing last command': [(all) => { all.commands.pop(); }, 'commands', 2],
  'the published secret': [(all) => { all.published.secret = flipped(SECRET); }, 'seed', 2],
  'the published commitment': [(all) => { all.published.commitment = flipped(COMMITMENT); }, 'commitment', 1],
  'the head': [(all) => { all.published.headHash = flipped(all.published.headHash); }, 'head', 2],
};

for (const [what, [damage, check, at]] of Object.entries(DAMAGES)) {
  test(`one damaged place is found: ${what}`, async () => {
    const all = game();
    damage(all);
    const fault = await faultOf(all);
    assert.deepEqual([fault.check, fault.step], [check, at], fault.why);
  });
}

test('canonical JSON is told from JSON that says the same', () => {
  for (const text of ['{"b":1,"a":2}', '{"a": 1}', '{"a":1.0}', '{"a":1e3}', '{"a":9007199254740993}', '"\\u00e9"'])
    assert.equal(isCanonical(toBytes(text), JSON.parse(text)), false, text);
  const text = '{"10":"é\\n\\u0001","2":[null,true,-3]}';
  assert.equal(isCanonical(toBytes(text), JSON.parse(text)), true);
});

const DRAWS = [[0, 0, 6], [7, 3, 52], [41, 0, 1], [300, 12, 4503599627370501], [9, 1, 3]];
const EXPECTED = [4, 45, 0, 3307636966320131, 2];

test('draws are those of domain/engine/chance.py', async () => {
  const seed = await seedOf(SECRET, ['x', '', 'é']);
  const drawn = [];
  for (const [step, index, bound] of DRAWS) drawn.push(await drawOf(seed, step, index, bound));
  assert.deepEqual(drawn, EXPECTED);
});
