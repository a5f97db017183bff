-- What everybody may know of events, across games. A projection: `emberlog projections rebuild public_events` makes it anew.
--
--   public_event       one row a step of a game that counts, with what spectators are told of it
--   public_event_rule  one row a step and rule that its line cites
--
-- `shows_us`: from when everybody may know. The steps of a game with a delay get their rows when it is over, due no earlier than its
-- end for spectators. Facts have no names.
--
-- Every list is read by one key from its end, so a page costs the same whatever the table holds.

CREATE TABLE public_event (
    game_id          uuid     NOT NULL,
    version          integer  NOT NULL CHECK (version > 0),
    shows_us         bigint   NOT NULL,
    ruleset          text     NOT NULL,
    ruleset_version  integer  NOT NULL,
    type             text     NOT NULL,
    principal        text     NOT NULL,  -- who acted; '' where a line says nothing of a seat
    seat             smallint,
    rules            text[]   NOT NULL,  -- that the line cites, the most telling first
    facts            json     NOT NULL,
    PRIMARY KEY (game_id, version)
);
CREATE INDEX public_event_newest ON public_event (shows_us DESC, game_id DESC, version DESC);
CREATE INDEX public_event_of_type ON public_event (type, shows_us DESC, game_id DESC, version DESC);
CREATE INDEX public_event_of_principal ON public_event (principal, shows_us DESC, game_id DESC, version DESC) WHERE principal <> '';

CREATE TABLE public_event_rule (
    game_id   uuid     NOT NULL,
    version   integer  NOT NULL,
    rule      text     NOT NULL,
    shows_us  bigint   NOT NULL,
    PRIMARY KEY (game_id, version, rule)
);
CREATE INDEX public_event_of_rule ON public_event_rule (rule, shows_us DESC, game_id DESC, version DESC);

DO $$
BEGIN
    GRANT SELECT, INSERT, UPDATE, DELETE ON public_event, public_event_rule TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
