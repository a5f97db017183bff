/** What the pages' modules share as types: answers of the API as their queries select them, and boards. No module; nothing serves it. */

interface RuleRef { id: string; title?: string; text?: string; reconstructed?: boolean }
interface Erratum { id: string; sinceVersion: number; before: string }
interface Rule {
  id: string; ruleset: string; title: string; text: string; source: string; reconstructed: boolean; errata: Erratum[];
}
interface Person { id: string; name: string; roles: string[] }

type ViewerInput = { seat?: number; kind?: string };
interface Line { type: string; text: string; seat: number | null; facts: Record<string, any>; rules: RuleRef[] }
interface PatchOperation { op: string; path: string; from?: string; value?: unknown }
/** A step as the page knows it. `turn`: the turn that the step belongs to; `begun`: the turns begun after it, as the API counts. */
interface Step {
  version: number; time: string; commandId: string; turn: number; begun: number; line: Line | null; patch: PatchOperation[];
}
interface ReplayHighlight { version: number; kind: string; text: string; seat: number | null }
interface Point { seat: number; source: string; banked: number; ifOver: number }

/** A command of a ruleset as JSON. Its fields depend on its type. */
interface RulesetCommand { type: string; seat: number; [field: string]: any }
interface LegalCommand { type: string; json: RulesetCommand; text: string }
interface SentCommand { id: string; json: RulesetCommand; text: string; version: number }

/** The answer to any command: which fields it has depends on `__typename`. */
interface CommandAnswer {
  __typename: string; text: string; gameId: string; version: number; isRepeat?: boolean; code?: string; rules?: RuleRef[];
  legal?: LegalCommand[]; expected?: number; actual?: number;
}
interface Refused { text: string; code?: string | null; rules?: RuleRef[] }

interface SandboxOrigin { gameId: string; version: number; seat: number | null; kind: string | null }
interface Delay { steps?: number | null; seconds?: number | null }
interface GameMeta {
  id: string; version: number; ruleset: string; title: string; phase: string; openedAt: string; mySeat: number | null;
  isHost: boolean; watchers: number; isDelayed: boolean; delay: Delay | null; clock: { kind: string } | null;
  stopped: { why: string; until: string | null } | null; takeBacks: { policy: string } | null;
  sandbox: { seeded: boolean; paceMs: number; origin: SandboxOrigin | null } | null;
  /** Added once the ruleset is known. */
  rulesetTitle?: string; bots?: string[]; story?: import('./static/js/game/replay/story.js').Story;
}

interface RulesetOption {
  name: string; title: string; description: string; kind: string; default: any; values: any[] | null;
  valueTitles: string[] | null; rules: RuleRef[];
}
interface Ruleset {
  id: string; title: string; version: number; seatsMin: number; seatsMax: number; bots: string[]; options: RulesetOption[];
}

/** What a board is made with. */
interface BoardSetup<Components> {
  ruleset: { id: string; title: string; version?: number }; components: Components;
  seats: { seat: number; name: string; bot: string }[];
}
/** A game's view with the position of one ruleset. */
type ViewOf<Position> = GameView & { position: Position | null };
/** How to show a view. `step`: what happened, if one told step led here; `ms`: how long the director leaves it on the screen. */
interface Showing<View> {
  before?: View | null; viewer?: ViewerInput | number | null; animate?: boolean; step?: Line | null; ms?: number;
}
type Choose = (id: string) => void;

/** The board of a ruleset as the game page uses it. */
interface Board<View = any> {
  element: Element;
  show(view: View, showing?: Showing<View>): void;
  offer(commands: RulesetCommand[], picked: string[], pick: Choose | null): void;
  /** Load what only those need who choose. Before it, `spotsOf` may know no spots. */
  ready?(): Promise<void>;
  spotsOf(command: RulesetCommand): string[];
  nameOf(id: string): string;
}

/** How a seat looks: the game's own colour for it, an ink that can be read on it, and what both are called. */
interface SeatLook { colour: string; ink: string; letter: string; name: string }
/** A figure of a seat's card. `icon`: the path of a shape in a box of 24 by 24. */
interface SeatFact { label: string; value: string | number; icon?: string }
/** What a ruleset's `looks.js` exports. Pure, like its drawing. */
interface LooksModule {
  seatLook?(components: any, position: any, seat: number): SeatLook | null;
  facts?(components: any, position: any, seat: number): SeatFact[];
}
/** What the page has of a ruleset besides its board. */
interface Setting { components: any; looks: LooksModule | null }
/** One card of the story: a turn, the set-up or the end, with the steps `first` to `last`. */
interface TurnCard { key: string; kind: 'opening' | 'turn' | 'end'; turn: number; seat: number | null; first: number; last: number }
/** What a headline may use. `gains`: the change of the score by seat over the turn; null while it is not known. */
interface Telling { components: any; names: string[]; gains: number[] | null }
/** How long an event stays on the screen, in ms; 0: bookkeeping, which passes with the next told event. */
type Stages = Record<string, number | ((facts: Record<string, any>) => number)>;
/** What a ruleset tells the page beside its board (boards/<ruleset>/story.js). Types of events are without the ruleset. */
interface StoryModule {
  stages: Stages;
  /** The types of the events with which the end begins. */
  ends: string[];
  /** Events that are marked on the track of a replay: by type, whether one with these facts is. */
  milestones?: Record<string, (facts: Record<string, any>) => boolean>;
  /** Which events make a sound, by its kind: fire, water, coin, card, end. */
  sounds?: Record<string, string[]>;
  headline(steps: Step[], telling: Telling): string;
}

/** A place on a board that commands can name. */
interface Spot {
  id: string; element: HTMLElement | SVGElement;
  /** What a screen reader calls it. */
  name: string;
  rename(name: string): void;
  /** It can be chosen now; picked: it has been, and can be taken back. */
  offer(choose: Choose, picked?: boolean): void;
  withdraw(picked?: boolean): void;
}

/** Whatever `h`, `svg` and `fill` take: nodes, texts, numbers and lists of them; null, undefined and booleans are left out. */
type Children = unknown[];
type Props = Record<string, any> | null;

/** Several commands that are played one after the other as long as the rules allow: `first`, and what is the same after it. */
interface Bundle { text: string; first: LegalCommand; times: number }
/** A bubble of the coach. `at`: the selector of what it speaks of. */
interface Bubble { at: string; text: string }
/** How a ruleset leads its players (boards/<ruleset>/guide.js). Types of commands are without the ruleset. */
interface Guide {
  /** What playing a command of a type means, as in "play a card". */
  phrases: Record<string, string>;
  /** What of a turn is still to be used, as "2 actions left"; empty: nothing. */
  left?(position: any): string;
  bundles?(legal: LegalCommand[], position: any): Bundle[];
  /** Types whose costs are the game's own course: nobody is asked because of them. */
  freely?: string[];
  bubbles: Bubble[];
}
