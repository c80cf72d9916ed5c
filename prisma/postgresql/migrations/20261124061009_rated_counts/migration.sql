-- DropIndex
DROP INDEX "players_at_most_rating_games_pub_idx";

-- DropIndex
DROP INDEX "players_games_idx";

-- AlterTable
ALTER TABLE "players" ADD COLUMN     "counted" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "country" TEXT,
ADD COLUMN     "rated_games" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "rated_wins" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "players_at_most_rating_rated_games_pub_idx" ON "players"("at_most" DESC, "rating" DESC, "rated_games" DESC, "pub");

-- CreateIndex
CREATE INDEX "players_rated_games_idx" ON "players"("rated_games");

-- Matches that finished before these columns existed.
UPDATE "players" SET
  "counted" = "games",
  "rated_games" = (SELECT count(*) FROM "matches" WHERE "p0" = "pub" AND "rated")
    + (SELECT count(*) FROM "matches" WHERE "p1" = "pub" AND "rated"),
  "rated_wins" = (SELECT count(*) FROM "matches" WHERE "p0" = "pub" AND "rated" AND "winner" = 0)
    + (SELECT count(*) FROM "matches" WHERE "p1" = "pub" AND "rated" AND "winner" = 1);
