-- DropForeignKey
ALTER TABLE "live_matches" DROP CONSTRAINT "live_matches_keeper_fkey";

-- DropIndex
DROP INDEX "live_matches_keeper_wake_at_idx";

-- DropIndex
DROP INDEX "live_matches_wake_at_idx";

-- AlterTable
ALTER TABLE "live_matches" ADD COLUMN     "free_from" BIGINT;

-- CreateIndex
CREATE INDEX "live_matches_keeper_idx" ON "live_matches"("keeper");

-- CreateIndex
CREATE INDEX "live_matches_free_from_created_idx" ON "live_matches"("free_from", "created");

-- AddForeignKey
ALTER TABLE "live_matches" ADD CONSTRAINT "live_matches_keeper_fkey" FOREIGN KEY ("keeper") REFERENCES "keepers"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- A match without a keeper was lost, or is parked or handed over until "wake_at".
UPDATE "live_matches" SET "free_from" = COALESCE("wake_at", 0) WHERE "keeper" IS NULL;
