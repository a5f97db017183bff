/** What the modules of one board share as types. No module; nothing serves it. */

type Spots = Map<string, Spot>;
type XY = [x: number, y: number];

declare namespace Brigade {
  /** The printed components by id, and what things are called. */
  interface Words {
    crew: Record<string, Card>; chiefs: Record<string, Card>; houses: Record<string, Card>;
    events: Record<string, Card>; tracks: Record<string, Card>;
    numbers: BrigadeComponents['end']; supply: BrigadeComponents['supply'];
    /** Cell -> the seat whose firehouse it is. */
    homes: Map<number, number>;
    /** Takes the names of the seats; true if they differ from those before. */
    rename(seats: GameSeatView[]): boolean;
    who(seat: number | undefined): string; tile(tile: BrigadeTileView): string;
    guild(id: string): string; ability(id: string): string; decision(id: string): string; ending(id: string): string;
    track(id: string): string; used(id: string): string; event(id: string): string; effect(id: string): string; says(id: string): string;
    /** The card on which an ability is printed. */
    cardWith(ability: string): string;
  }
  /** A card as it is printed. */
  type Card = any;
  type Pending = NonNullable<BrigadeView['pending']>;
  interface SeatLook { colour: string; ink: string; letter: string; name: string }
  /** What all parts of a drawing are drawn from. `position`: null before the city is laid; `viewer`: a seat. */
  interface Scene {
    components: BrigadeComponents; words: Words; position: BrigadeView | null; viewer: number | null; quiet: boolean;
    layout: import('./static/js/boards/brigade/layout.js').Layout; looks: SeatLook[];
  }
  /** What a player's board is drawn from. `u`: how large its texts and signs are. */
  interface Desk {
    scene: Scene; of: BrigadeSeatView; box: import('./static/js/boards/brigade/layout.js').Box; u: number; look: SeatLook;
  }
  /** Draws itself when what `read` takes from the position differs. */
  interface Part {
    id: string; element: HTMLElement; silent?: boolean; drawn?: string;
    read(position: BrigadeView): any; extra?(position: BrigadeView): any; draw(data: any, extra?: any): void;
  }
  interface Bench {
    words: Words; parts: Part[]; spots: Spots; cards: Map<string, HTMLElement>; precious: string; seats: number;
    position: BrigadeView | null; viewer: number | null;
  }
  type Add = (id: string, element: HTMLElement, read: (of: BrigadeSeatView, position: BrigadeView) => any,
    draw: (data: any, target: Spot) => void, rest?: string) => HTMLElement;
  interface Pawn { kind: 'wagon' | 'brigade'; seat: number; at: string; element: HTMLElement }
  interface CityTile { element: HTMLElement; cell: number }
  type Place = [x: number, y: number, size: number];
  interface Offer { commands: RulesetCommand[]; picked: string[]; pick: Choose | null; version?: number }
}

declare namespace GreatFire {
  type Components = GreatFireComponents;
  type District = Components['district'][number];
  type Direction = Components['direction'][number];
  type Printed = ReturnType<typeof import('./static/js/boards/great_fire/printed.js').readPrinted>;
  type Area = GreatFireAreaView;
  /** What is known of a district beside its entry in the view. */
  interface Known { placed: boolean; names: string[]; objective: boolean }
}

declare namespace London {
  /** The printed components, and what things are called. */
  interface Words {
    components: LondonComponents; boroughs: Map<string, Borough>;
    face(card: string): Face; nameOf(card: string): string; letterOf(card: string): string; cardLabel(card: string): string;
    stackLabel(stack: LondonStackView, at: number, owner: string, notes: string[]): string;
    boroughLabel(place: LondonBoroughView, names: string[]): string;
    doing(position: LondonView): string; deckLetter(left: number): string;
  }
  /** Printed things; which fields they have depends on their kind. */
  type Face = any;
  type Effect = any;
  type Power = any;
  type Borough = any;
  type Differs = (part: string, was: unknown, is: unknown) => void;
}
