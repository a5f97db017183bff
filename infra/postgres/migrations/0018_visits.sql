-- From which addresses tokens are used, for the audit desk: which token, from where, in which hour. Nothing here is hashed, and no game
-- depends on it. Arbiters alone read it; it is forgotten after 30 days, and at once when its person is erased.
--
-- An address is the one that callers are counted by: an IPv4 address, or a network of IPv6. It belongs to no game, like `principal`.

CREATE TABLE visit (
    principal_id  text    NOT NULL,
    hour_us       bigint  NOT NULL CHECK (hour_us % 3600000000 = 0),  -- when the hour began
    token_id      text    NOT NULL,
    address       text    NOT NULL,
    PRIMARY KEY (principal_id, hour_us, token_id, address)
);
CREATE INDEX visit_oldest ON visit (hour_us);

DO $$
BEGIN
    GRANT SELECT, INSERT, DELETE ON visit TO emberlog_app;
EXCEPTION
    WHEN undefined_object THEN NULL;  -- there is no such role: see the first migration
END
$$;
