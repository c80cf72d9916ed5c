-- CreateTable
CREATE TABLE "rated_pairs" (
    "low" TEXT NOT NULL,
    "high" TEXT NOT NULL,
    "low_vouched" BOOLEAN NOT NULL,
    "high_vouched" BOOLEAN NOT NULL,

    PRIMARY KEY ("low", "high")
);

-- DropIndex
DROP INDEX "players_at_most_idx";

-- AlterTable
ALTER TABLE "players" ADD COLUMN "opponents" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "players" ADD COLUMN "known" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "players" ADD COLUMN "known_on" INTEGER;

-- CreateIndex
CREATE INDEX "players_at_most_rating_games_pub_idx" ON "players"("at_most" DESC, "rating" DESC, "games" DESC, "pub");

-- CreateIndex
CREATE INDEX "players_games_idx" ON "players"("games");

-- CreateIndex
CREATE INDEX "matches_p0_p1_finished_idx" ON "matches"("p0", "p1", "finished");

-- CreateIndex
CREATE INDEX "matches_p0_told0_seq_idx" ON "matches"("p0", "told0", "seq");

-- CreateIndex
CREATE INDEX "matches_p1_told1_seq_idx" ON "matches"("p1", "told1", "seq");
