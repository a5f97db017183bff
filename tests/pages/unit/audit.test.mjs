/** The audit desk: a report as a page shows it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './dom.mjs';

const { reportView } = await import('../../../api/web/static/js/audit/report.js');

const GAME = { id: 'g', ruleset: 'great_fire', rulesetTitle: 'The Great Fire of London 1666',
  seats: [{ seat: 0, name: 'Ada' }] };
const REPORT = {
  case: 'ENGINE', title: 'A report', game: 'g', ruleset: 'great_fire', ruleset_version: 2, steps: 9, head: 'ab',
  rules: 'cd',
  sections: [{ heading: 'What may follow', text: ['Try `Game.dryRuling` (GAME-ARB-01).', 'Nothing else.'],
    facts: [], columns: [], rows: [] }],
};

test('a report names the ruleset by its title, and has code as code, without backticks', () => {
  const view = reportView(GAME, 'A complaint', { document: JSON.stringify(REPORT), sha256: 'ef' });
  assert.deepEqual(view.all('code').map((each) => each.textContent), ['Game.dryRuling']);
  const text = view.textContent;
  assert.doesNotMatch(text, /`|great_fire/);
  assert.match(text, /The Great Fire of London 1666 version 2/);
  assert.match(text, /Try Game\.dryRuling \(GAME-ARB-01\)\.Nothing else\./);
});
