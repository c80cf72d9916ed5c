-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_players" (
    "pub" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "rating" REAL NOT NULL,
    "rd" REAL NOT NULL,
    "volatility" REAL NOT NULL,
    "rated_at" BIGINT,
    "games" INTEGER NOT NULL DEFAULT 0,
    "wins" INTEGER NOT NULL DEFAULT 0,
    "rated_games" INTEGER NOT NULL DEFAULT 0,
    "rated_wins" INTEGER NOT NULL DEFAULT 0,
    "counted" INTEGER NOT NULL DEFAULT 0,
    "country" TEXT,
    "created" BIGINT NOT NULL,
    "opponents" INTEGER NOT NULL DEFAULT 0,
    "known" INTEGER NOT NULL DEFAULT 0,
    "known_on" INTEGER,
    "at_most" REAL NOT NULL DEFAULT 0
);
INSERT INTO "new_players" ("at_most", "created", "games", "known", "known_on", "name", "opponents", "pub", "rated_at", "rating", "rd", "volatility", "wins") SELECT "at_most", "created", "games", "known", "known_on", "name", "opponents", "pub", "rated_at", "rating", "rd", "volatility", "wins" FROM "players";
DROP TABLE "players";
ALTER TABLE "new_players" RENAME TO "players";
CREATE INDEX "players_at_most_rating_rated_games_pub_idx" ON "players"("at_most" DESC, "rating" DESC, "rated_games" DESC, "pub");
CREATE INDEX "players_rated_games_idx" ON "players"("rated_games");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- Matches that finished before these columns existed.
UPDATE "players" SET
  "counted" = "games",
  "rated_games" = (SELECT count(*) FROM "matches" WHERE "p0" = "pub" AND "rated")
    + (SELECT count(*) FROM "matches" WHERE "p1" = "pub" AND "rated"),
  "rated_wins" = (SELECT count(*) FROM "matches" WHERE "p0" = "pub" AND "rated" AND "winner" = 0)
    + (SELECT count(*) FROM "matches" WHERE "p1" = "pub" AND "rated" AND "winner" = 1);
