// A page: follows a game, shows the latest sentences and whose turn it is, and lets you play by buttons.

import { Client, Problem, type Game } from "emberlog-client";

const parameters = new URLSearchParams(location.search);
const game = parameters.get("game") ?? "";
const client = new Client(parameters.get("service") ?? location.origin, { token: parameters.get("token") ?? undefined });

function element(id: string): HTMLElement {
  const node = document.getElementById(id);
  if (!node) throw new Error(id);
  return node;
}

function show(now: Game): void {
  element("state").textContent = `${now.phase}, step ${now.version}, to act: ${now.toAct.join(", ")}`;
  element("legal").replaceChildren(
    ...now.legal.map(({ choice, text }) => {
      const button = document.createElement("button");
      button.textContent = text;
      button.onclick = () => void play(choice);
      return button;
    }),
  );
}

async function play(choice: string): Promise<void> {
  try {
    show((await client.submit(game, { choice })).game);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    element("problem").textContent = problem.text;
  }
}

show(await client.game(game));
void (async () => {
  for await (const update of client.myTurns()) if (update.game.id === game) show(update.game);
})();
for await (const step of client.steps(game)) {
  const line = document.createElement("li");
  line.textContent = step.line?.text ?? "…";
  element("steps").append(line);
}
element("state").textContent = "over";
