-- DropIndex
DROP INDEX "live_matches_keeper_idx";

-- AlterTable
ALTER TABLE "live_matches" ADD COLUMN     "standing" TEXT,
ADD COLUMN     "wake_at" BIGINT;

-- CreateTable
CREATE TABLE "turn_seats" (
    "pub" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "match_id" TEXT NOT NULL,

    CONSTRAINT "turn_seats_pkey" PRIMARY KEY ("pub","place")
);

-- CreateIndex
CREATE INDEX "turn_seats_match_id_idx" ON "turn_seats"("match_id");

-- CreateIndex
CREATE INDEX "live_matches_keeper_wake_at_idx" ON "live_matches"("keeper", "wake_at");

-- CreateIndex
CREATE INDEX "live_matches_wake_at_idx" ON "live_matches"("wake_at");

-- AddForeignKey
ALTER TABLE "turn_seats" ADD CONSTRAINT "turn_seats_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "live_matches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
