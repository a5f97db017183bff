"""The SQL of a list of games: what a caller chose, as everybody may see it now, page by page.

A game is shown at its head, or, while a delay hides the head, at the newest step that is due. Every condition that may
change within a game is asked of the row that is shown, so that no filter says more than the list itself
(GAME-DELAY-02). The tables beside it (`participant`, titles, names) only narrow the search, by indexes.
"""

from typing import Final

from infra.postgres.feeds.first_rows import rounded_up
from services import listing
from services.listing import GameChoice, GameOrder, GamePage, title_words

_COLUMNS: Final = (
    "g.game_id, g.ruleset, {at}.phase, {at}.version, {at}.turn, {at}.persons, {at}.bots, {at}.to_act, {at}.leaders, "
    "{at}.winners, g.sandbox, g.fork, g.opened_us, {at}.moved_us, g.holders, g.host"
)
HEAD_COLUMNS: Final = _COLUMNS.format(at="g")
# Few games are delayed at any time: those that are played, and those that ended less than their delay ago.
_BEHIND: Final = (
    "FROM game_list g CROSS JOIN LATERAL (SELECT * FROM game_list_delayed d "
    "WHERE d.game_id = g.game_id AND d.version <= g.public_version AND d.shows_us <= $1 "
    "ORDER BY d.version DESC LIMIT 1) AS at "
    "WHERE g.shows_us > $1 AND g.shows_us > 0"
)
_PART: Final = "g.game_id IN (SELECT p.game_id FROM participant p WHERE p.principal_id = {who})"
_UNDER_OWN_NAME: Final = (
    "EXISTS (SELECT FROM person e WHERE e.principal_id = {who} AND e.name IS NOT NULL AND NOT EXISTS (SELECT FROM "
    "seat_name s WHERE s.game_id = g.game_id AND s.principal_id = {who} AND lower(s.name) <> lower(e.name)))"
)
"""A seat may have a name that does not say who sits there. Then no id says it, either."""
_NAMED: Final = (
    "g.game_id IN (SELECT p.game_id FROM participant p JOIN person e USING (principal_id) "
    "WHERE lower(e.name) = lower({name}) "
    "UNION ALL SELECT s.game_id FROM seat_name s WHERE lower(s.name) = lower({name})) "
    "AND EXISTS (SELECT FROM unnest({{at}}.persons) AS q (id) WHERE lower({name}) = lower(coalesce("
    "(SELECT s.name FROM seat_name s WHERE s.game_id = g.game_id AND s.principal_id = q.id), "
    "(SELECT e.name FROM person e WHERE e.principal_id = q.id))))"
)
_TITLED: Final = (
    "g.game_id IN (SELECT t.game_id FROM stream_title t "
    "WHERE lower(t.title) LIKE {begins} OR string_to_array(lower(t.title), ' ') @> {words}::text[])"
)
_FREE: Final = (
    "EXISTS (SELECT FROM unnest({at}.persons, {at}.bots) AS q (person, bot) WHERE q.person = '' AND q.bot = '')"
)
_TALLY: Final = (
    "SELECT ((SELECT coalesce(sum(g.games), 0) FROM list_count g WHERE {tallied}) "
    "+ (SELECT coalesce(sum(g.difference), 0) FROM list_count_change g WHERE {tallied}) "
    # All are tallied at their heads: take off those that a delay hides, and count what it shows of them.
    "- (SELECT count(*) FROM game_list g WHERE g.shows_us > $1 AND g.shows_us > 0{hidden}) "
    "+ (SELECT count(*) {behind}))::bigint"
)
_OWN: Final = "({{at}}.persons @> ARRAY[{who}]::text[] OR g.holders @> ARRAY[{who}]::text[] OR g.host = {who})"


class GameQuery:
    """One choice of games at one moment. `arguments`: of the text that is made last; the first is the moment."""

    def __init__(self, choice: GameChoice, now_us: int) -> None:
        self.arguments: list[object] = [now_us]
        self._conditions: list[str] = []
        self._seats_see = ""
        """For the games that are a caller's own: what shows them the head though a delay hides it from others."""
        self._is_tallied = choice.is_tallied
        self._has_index = choice.ruleset is not None or choice.phase is not None
        """Whether there is an index for the condition in the order of the last move, if it is the only one."""
        self._tallied = ["true"]
        """The conditions that a tally knows, as it knows them."""
        for column, wanted in (
            ("g.ruleset", choice.ruleset),
            ("{at}.phase", choice.phase),
            ("g.sandbox", choice.sandbox),
        ):
            if wanted is not None:
                self.where(condition := f"{column} = {self.add(wanted)}")
                self._tallied.append(condition.format(at="g"))
        if choice.free_seat is not None:
            self.where(f"{_FREE} = {(free := self.add(choice.free_seat))}")
            self._tallied.append(f"g.free_seat = {free}")
        if choice.since_us is not None:
            self.where(f"{{at}}.moved_us >= {self.add(choice.since_us)}")
        self._choose_names(choice)
        self._choose_own(choice)

    def _choose_names(self, choice: GameChoice) -> None:
        if choice.title is not None:
            begins, words = self.add(f"{_escaped(choice.title.lower())}%"), self.add(title_words(choice.title))
            self.where(_TITLED.format(begins=begins, words=words))
        if choice.seat is not None:
            who = self.add(choice.seat)
            self._where_part(who, f"{{at}}.holders @> ARRAY[{who}]::text[] AND {_UNDER_OWN_NAME.format(who=who)}")
        if choice.person is not None:
            self.where(_by_id(self.add(choice.person)))
        if choice.player is not None:
            who = self.add(choice.player)
            self.where(f"(({_by_id(who)}) OR ({_NAMED.format(name=who)}))")

    def _choose_own(self, choice: GameChoice) -> None:
        if choice.mine is not None:
            who = self.add(choice.mine)
            self._where_part(who, _OWN.format(who=who))
            self._seats_see = f"g.holders @> ARRAY[{who}]::text[]"
        if choice.not_mine is not None:
            self.where(f"NOT {_OWN.format(who=self.add(choice.not_mine))}")

    def _where_part(self, who: str, condition: str) -> None:
        self.where(_PART.format(who=who))
        self.where(condition)

    def add(self, argument: object) -> str:
        """Adds an argument; returns its placeholder. A text has no type of its own where it stands alone."""
        self.arguments.append(argument)
        return f"${len(self.arguments)}" + ("::text" if isinstance(argument, str) else "")

    def where(self, condition: str) -> None:
        """Adds a condition. `{at}` stands for the row of the step that the list shows."""
        self._conditions.append(condition)

    def conditions(self, at: str) -> str:
        """The conditions, each after an AND."""
        return "".join(f" AND {condition.format(at=at)}" for condition in self._conditions)

    def _at_head(self, moment: str) -> str:
        """Whether the head was visible at a moment."""
        due = f"g.shows_us <= {moment}"
        return f"({due} OR {self._seats_see})" if self._seats_see else due

    def _head(self) -> str:
        return f"FROM game_list g WHERE {self._at_head('$1')}{self.conditions('g')}"

    def _behind(self) -> str:
        hidden = f" AND NOT {self._seats_see}" if self._seats_see else ""
        return f"{_BEHIND}{hidden}{self.conditions('at')}"

    def count(self) -> str:
        """Counts all games of the choice by the tally; without it, up to `COUNT_MAX`."""
        if self._is_tallied:
            hidden, behind = self.conditions("g"), self._behind()
            return _TALLY.format(tallied=" AND ".join(self._tallied), hidden=hidden, behind=behind)
        parts = (f"(SELECT {rows} LIMIT {listing.COUNT_MAX})" for rows in (self._head(), self._behind()))
        return f"SELECT count(*) FROM ({' UNION ALL '.join(parts)} LIMIT {listing.COUNT_MAX}) AS matches"

    def results(self, principal: str) -> str:
        """Ruleset, and how many games run, are finished, and were won by a principal."""
        who = self.add(principal)
        columns = "g.ruleset, {at}.phase, {at}.persons, {at}.winners"
        head, behind = columns.format(at="g"), columns.format(at="at")
        rows = f"SELECT {head} {self._head()} UNION ALL SELECT {behind} {self._behind()}"
        won = f"phase = 'over' AND array_position(persons, {who}) - 1 = ANY (winners)"
        return (
            "SELECT ruleset, count(*) FILTER (WHERE phase = 'playing'), count(*) FILTER (WHERE phase = 'over'), "
            f"count(*) FILTER (WHERE {won}) FROM ({rows}) AS own WHERE phase IN ('playing', 'over') "
            "GROUP BY ruleset ORDER BY ruleset"
        )

    # ---------------------------------------------------------------- a page

    def page(self, page: GamePage, limit: int) -> str:
        """One page, and perhaps some rows more. The columns are those of a row, and last the moment by which it is
        ordered."""
        ascending = page.order is GameOrder.WAITING
        direction = "" if ascending else "DESC"
        order = f"ORDER BY place_us {direction}, game_id {direction} {self._end(page.order, limit)}"
        parts = self._by_opening() if page.order is GameOrder.OPENED else self._by_move(page.as_of_us)
        past = "true"
        if page.before is not None:
            sign = ">" if ascending else "<"
            past = f"({{place}}, g.game_id) {sign} ({self.add(page.before[0])}, {self.add(page.before[1])}::uuid)"
        made = [
            f"(SELECT {columns}, {place} AS place_us {rows} AND {past.format(place=place)} {order})"
            for columns, place, rows in parts
        ]
        return f"{' UNION ALL '.join(made)} {order}"

    def _end(self, order: GameOrder, limit: int) -> str:
        """What ends a part of a page, and the page. Where it depends on the values of the conditions which index is
        best, Postgres shall plan for these values."""
        has_index = self._has_index and len(self._conditions) == 1 and order is not GameOrder.OPENED
        return f"LIMIT {rounded_up(limit) if has_index or not self._conditions else self.add(limit)}"

    def _by_opening(self) -> list[tuple[str, str, str]]:
        return [
            (HEAD_COLUMNS, "g.opened_us", self._head()),
            (_COLUMNS.format(at="at"), "g.opened_us", self._behind()),
        ]

    def _by_move(self, as_of_us: int | None) -> list[tuple[str, str, str]]:
        """Columns, place and rows of each part of the list. Games that had not moved since are read by an index."""
        if as_of_us is None:
            return [
                (HEAD_COLUMNS, "g.moved_us", self._head()),
                (_COLUMNS.format(at="at"), "at.moved_us", self._behind()),
            ]
        moment = f"{self.add(as_of_us)}::bigint"
        rests = f"g.moved_us <= {moment} AND {self._at_head(moment)}"
        steps = f"CASE WHEN {self._seats_see} THEN NULL ELSE g.delay_steps END" if self._seats_see else "g.delay_steps"
        then = f"moved_as_of(g.game_id, g.version, g.phase, g.begun, {steps}, {moment})"
        # A client may write any moment into a cursor: of a game that is behind, none shows more than is due by now.
        behind = f"moved_as_of(g.game_id, g.version, g.phase, g.begun, {steps}, least({moment}, $1))"
        opened = f"g.opened_us <= {moment}"
        moved = f"(g.moved_us > {moment} OR (g.shows_us > {moment} AND g.shows_us > 0)) AND NOT ({rests}) AND {opened}"
        return [
            (HEAD_COLUMNS, "g.moved_us", f"{self._head()} AND {rests}"),
            (HEAD_COLUMNS, then, f"{self._head()} AND {moved}"),
            (_COLUMNS.format(at="at"), behind, f"{self._behind()} AND {opened}"),
        ]


def _by_id(who: str) -> str:
    """Games in which a principal sits, or sat, under their own name."""
    sits = f"{{at}}.persons @> ARRAY[{who}]::text[] AND {_UNDER_OWN_NAME.format(who=who)}"
    return f"{_PART.format(who=who)} AND {sits}"


def _escaped(text: str) -> str:
    """A text whose characters stand for themselves in LIKE."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
