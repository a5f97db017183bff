// The kit in TypeScript as a program, with what it shall do as JSON in argv: watch a game, or play one. Prints JSON, a line each.

const { kit, url, token, game, does, commands = 0, seed = 1, id, json } = JSON.parse(process.argv[2]);
const { Client } = await import(kit);

const backoff = { firstMs: 10, maxMs: 100, giveUpMs: 30_000 };
const client = new Client(url, { token, backoff });
const print = (value) => console.log(JSON.stringify(value));

/** The same luck for the same seed. */
let state = seed;
const dice = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

async function watch() {
  let last;
  for await (const { version, step, view } of client.watch(game, { after: 0, as: { kind: 'SPECTATOR' } })) {
    print({ version, text: step.line?.text ?? null });
    last = view;
  }
  print({ view: last });
}

async function play() {
  const accepted = [];
  let repeats = 0;
  while (accepted.length < commands) {
    const answer = await client.decide(game, ({ legal }) => legal[Math.floor(dice() * legal.length)]);
    if (answer) {
      accepted.push(answer.commandId);
      repeats += answer.isRepeat ? 1 : 0;
    } else if ((await client.game(game)).phase === 'OVER') break;
    else await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  if ((await client.game(game)).phase === 'PLAYING') await client.resign(game);
  print({ accepted, repeats });
}

const all = async (items, chosen) => {
  const list = [];
  for await (const each of items) list.push(each[chosen]);
  return list;
};

async function evidence() {
  client.locale = 'de';
  const { rules, steps } = await client.why(game, (await client.game(game)).version);
  const record = await client.command(game, id);
  print({
    languages: (await client.languages()).map(({ name }) => name),
    scopes: (await client.catalogues())[0].catalogues.map(({ scope }) => scope),
    why: [rules.map((rule) => rule.id), steps.map(({ line }) => line?.text ?? null)],
    whyNotAt: (await client.whyNotAt(game, record.lastVersion, 0, json)).map(({ text }) => text),
    command: record.refusal.text,
    hashes: await all(client.recordedSteps(game), 'hash'),
    links: await all(client.recordedCommands(game), 'link'),
    chances: await all(client.winChances(game), 'version'),
    moments: (await client.keyMoments(game)).map(({ after }) => after),
    token: (await client.currentToken()).id,
    exhibition: await client.exhibition(),
  });
}

async function lobby() {
  const heard = [];
  for await (const { game: one, isListed } of client.liveGames({ title: id, phase: ['OPEN', 'PLAYING'] })) {
    heard.push([one.phase, isListed]);
    if (one.id === game && !isListed) break;
  }
  print(heard);
}

async function rulings() {
  await client.callArbiter(game, { step: id, category: 'MISTAKE' });
  const numbers = await all(client.calls(game), 'number');
  await client.withdrawCall(game, numbers.at(-1));
  print({
    calls: numbers,
    rulings: await all(client.rulings(game), 'number'),
    appeals: await all(client.appeals(game), 'number'),
    withdrawn: (await all(client.calls(game), 'status')).at(-1),
  });
}

await { watch, play, evidence, lobby, rulings }[does]();
