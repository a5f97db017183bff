-- Who looked into running games as a viewer that is not their own (GAME-ROLE-05).
--
--   sighting   one row each time somebody learned of later steps as a viewer, or came by another token; append-only
--
-- Written before the answer that shows it is sent. The seats are shown the rows when the game is over.

CREATE TABLE sighting (
    game_id       uuid        NOT NULL,
    principal_id  text        NOT NULL,
    token_id      text        NOT NULL,                       -- "" for the service's own principals
    viewer        integer     NOT NULL,                       -- a seat, or -2 for the arbiter
    first_version integer     NOT NULL,                       -- the first step that they learned of this time
    last_version  integer     NOT NULL CHECK (last_version >= first_version),
    at_us         bigint      NOT NULL,                       -- the time of the service, in microseconds since 1970
    PRIMARY KEY (game_id, principal_id, viewer, token_id, last_version, at_us)
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON sighting FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON sighting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
BEGIN
    GRANT SELECT, INSERT ON sighting TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
