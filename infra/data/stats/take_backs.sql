-- How often are steps taken back, and by what right?
-- Method: take-backs of finished games, by ruleset and right (free, by consent, by a ruling), beside all finished games of that
-- ruleset. `showed`: something had been learned meanwhile; `redealt`: something was dealt anew. Counts, no estimates of other games.
WITH whole AS (SELECT ruleset, count(*) AS games FROM games GROUP BY ALL), taken AS (
    SELECT game, facts::JSON AS facts FROM steps WHERE type = 'game.StepsTakenBack'
)
SELECT g.ruleset, t.facts ->> '$.why' AS why, count(*) AS n, count(DISTINCT t.game) AS in_games,
       any_value(w.games) AS of_games, sum((t.facts ->> '$.steps')::INTEGER)::BIGINT AS steps,
       count(*) FILTER (json_array_length(t.facts -> '$.crossed') > 0) AS showed,
       count(*) FILTER ((t.facts ->> '$.redealt')::BOOLEAN) AS redealt
FROM taken t JOIN games g USING (game) JOIN whole w USING (ruleset)
GROUP BY ALL ORDER BY g.ruleset, why
