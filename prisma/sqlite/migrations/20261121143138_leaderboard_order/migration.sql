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
    "created" BIGINT NOT NULL,
    "at_most" REAL NOT NULL DEFAULT 0
);
INSERT INTO "new_players" ("created", "games", "name", "pub", "rated_at", "rating", "rd", "volatility", "wins") SELECT "created", "games", "name", "pub", "rated_at", "rating", "rd", "volatility", "wins" FROM "players";
DROP TABLE "players";
ALTER TABLE "new_players" RENAME TO "players";
CREATE INDEX "players_at_most_idx" ON "players"("at_most");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- Ratings that are there already.
UPDATE "players" SET "at_most" = "rating" - 2 * "rd";
