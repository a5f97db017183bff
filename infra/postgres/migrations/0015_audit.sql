-- Evidence beside the log, for the audit desk. Nothing here is hashed, and no game depends on it.
--
--   key_event   what became of tokens and recovery codes: made, renewed, revoked, used. Append-only, written by triggers, so that no
--               path around them exists. It holds ids and no label
--   receipt     which steps a connection of a seat has taken: a row for at most 5 s; for 90 days
--   heartbeat   when each kind of process last said that it runs
--   outage      from when to when no process of a kind said so, over 30 s
--
-- Receipts belong to games and are distributed by game_id. The others belong to no game, like `principal`.

CREATE TABLE key_event (
    event_id      bigint      NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at            timestamptz NOT NULL DEFAULT clock_timestamp(),
    principal_id  text        NOT NULL,
    key_id        text        NOT NULL,  -- of a token or of a recovery code
    what          text        NOT NULL CHECK (what IN (
                      'token_made', 'token_renewed', 'token_revoked', 'code_made', 'code_used', 'code_revoked')),
    by_key        text        NOT NULL DEFAULT ''  -- the token that made a token; '' for none, or where nobody knows
);
CREATE INDEX key_event_of_principal ON key_event (principal_id, at);

CREATE FUNCTION note_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO key_event (principal_id, key_id, what, by_key) VALUES (NEW.principal_id, NEW.token_id, 'token_made', NEW.made_by);
        RETURN NULL;
    END IF;
    IF NEW.renewed_at IS DISTINCT FROM OLD.renewed_at THEN
        INSERT INTO key_event (principal_id, key_id, what) VALUES (NEW.principal_id, NEW.token_id, 'token_renewed');
    END IF;
    IF OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL THEN
        INSERT INTO key_event (principal_id, key_id, what) VALUES (NEW.principal_id, NEW.token_id, 'token_revoked');
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION note_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO key_event (principal_id, key_id, what) VALUES (NEW.principal_id, NEW.recovery_id, 'code_made');
        RETURN NULL;
    END IF;
    IF OLD.token_id IS DISTINCT FROM NEW.token_id THEN
        INSERT INTO key_event (principal_id, key_id, what, by_key)
        VALUES (NEW.principal_id, NEW.recovery_id, 'code_used', coalesce(NEW.token_id, ''));
    END IF;
    IF OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL THEN
        INSERT INTO key_event (principal_id, key_id, what) VALUES (NEW.principal_id, NEW.recovery_id, 'code_revoked');
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER note_made AFTER INSERT ON token FOR EACH ROW EXECUTE FUNCTION note_token();
-- The columns: a token is used once a day, which is no event.
CREATE TRIGGER note_changed AFTER UPDATE OF renewed_at, revoked_at ON token FOR EACH ROW EXECUTE FUNCTION note_token();
CREATE TRIGGER note_made AFTER INSERT ON recovery FOR EACH ROW EXECUTE FUNCTION note_code();
CREATE TRIGGER note_changed AFTER UPDATE OF token_id, revoked_at ON recovery FOR EACH ROW EXECUTE FUNCTION note_code();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON key_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON key_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE receipt (
    game_id        uuid     NOT NULL,
    seat           smallint NOT NULL,
    connection     text     NOT NULL,  -- random, of one subscription
    first_us       bigint   NOT NULL,  -- when the first of these steps was taken, by the time of the service
    last_us        bigint   NOT NULL,
    token_id       text     NOT NULL,
    first_version  integer  NOT NULL,
    last_version   integer  NOT NULL,
    PRIMARY KEY (game_id, seat, first_us, connection)
);
CREATE INDEX receipt_oldest ON receipt (last_us);

CREATE TABLE heartbeat (
    process  text   NOT NULL PRIMARY KEY,  -- a kind of process, such as api: as long as one of them runs, that part is there
    beat_us  bigint NOT NULL
);

CREATE TABLE outage (
    process  text   NOT NULL,
    from_us  bigint NOT NULL,
    to_us    bigint NOT NULL CHECK (to_us > from_us),
    PRIMARY KEY (process, from_us)
);

-- Notes that a process runs at `now_us`. When none of its kind said so for more than 30 s, an outage has just ended. Forgets some
-- receipts that are older than 90 days.

CREATE FUNCTION beat(kind text, now_us bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    last_us bigint;
BEGIN
    INSERT INTO heartbeat (process, beat_us) VALUES (kind, now_us) ON CONFLICT DO NOTHING;
    SELECT beat_us INTO last_us FROM heartbeat WHERE process = kind FOR UPDATE;
    IF now_us - last_us > 30000000 THEN
        INSERT INTO outage (process, from_us, to_us) VALUES (kind, last_us, now_us) ON CONFLICT DO NOTHING;
    END IF;
    UPDATE heartbeat SET beat_us = greatest(last_us, now_us) WHERE process = kind;
    DELETE FROM receipt r USING (
        SELECT o.game_id, o.seat, o.first_us, o.connection FROM receipt o
        WHERE o.last_us < beat.now_us - 7776000000000 ORDER BY o.last_us LIMIT 500
    ) AS old
    WHERE (r.game_id, r.seat, r.first_us, r.connection) = (old.game_id, old.seat, old.first_us, old.connection);
END $$;

DO $$
BEGIN
    GRANT SELECT, INSERT ON key_event TO emberlog_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON receipt, heartbeat, outage TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
