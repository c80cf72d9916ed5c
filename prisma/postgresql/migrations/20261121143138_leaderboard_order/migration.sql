-- AlterTable
ALTER TABLE "players" ADD COLUMN     "at_most" DOUBLE PRECISION NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "players_at_most_idx" ON "players"("at_most");

-- Ratings that are there already.
UPDATE "players" SET "at_most" = "rating" - 2 * "rd";
