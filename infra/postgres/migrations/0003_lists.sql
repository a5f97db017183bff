-- Lists: delayed games, and the games in which a rule fired. Both are projections.
--
--   game_list_delayed   the steps of delayed games, as lists show them while the head is not due
--   rule_game           one row per rule that fired in a game

-- What does not change within a game (ruleset, sandbox, ...) is in its row of game_list.
CREATE TABLE game_list_delayed (
    game_id  uuid NOT NULL,
    version  integer NOT NULL,
    phase    text NOT NULL,
    turn     integer NOT NULL,
    persons  text[] NOT NULL,
    bots     text[] NOT NULL,
    to_act   integer[] NOT NULL,
    leaders  integer[] NOT NULL,
    winners  integer[] NOT NULL,
    moved_us bigint NOT NULL,
    shows_us bigint NOT NULL,
    PRIMARY KEY (game_id, version)
);

CREATE TABLE rule_game (
    game_id  uuid NOT NULL,
    rule     text NOT NULL,
    version  integer NOT NULL CHECK (version > 0),  -- the first step that cites it
    times    integer NOT NULL CHECK (times > 0),
    shows_us bigint NOT NULL,
    PRIMARY KEY (game_id, rule)
) WITH (fillfactor = 70);  -- `times` rises often, and no index covers it

CREATE INDEX rule_game_newest ON rule_game (rule, shows_us DESC, game_id DESC);

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON game_list_delayed, rule_game TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
