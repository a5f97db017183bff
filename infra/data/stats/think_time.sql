-- How long do persons think?
-- Method: accepted commands that came by a token, from the step before them until the request had been read; by ruleset and type.
-- Commands of the game round a ruleset are left out. Quantiles in milliseconds.
SELECT g.ruleset, c.type, count(*) AS n,
       quantile_disc(greatest(c.received_us - s.time_us, 0) // 1000, 0.5) AS ms_half,
       quantile_disc(greatest(c.received_us - s.time_us, 0) // 1000, 0.9) AS ms_most
FROM commands c JOIN games g USING (game) JOIN steps s ON s.game = c.game AND s.version = c.first_version - 1
WHERE c.outcome = 'accepted' AND c.by_person AND c.seat IS NOT NULL AND NOT starts_with(c.type, 'game.')
GROUP BY ALL ORDER BY g.ruleset, c.type
