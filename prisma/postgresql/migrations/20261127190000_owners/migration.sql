-- RenameTable
ALTER TABLE "keepers" RENAME TO "processes";
ALTER TABLE "processes" RENAME CONSTRAINT "keepers_pkey" TO "processes_pkey";
ALTER TABLE "processes" RENAME COLUMN "until" TO "beat_at";
ALTER TABLE "processes" ADD COLUMN "seen_at" BIGINT NOT NULL DEFAULT 0, ADD COLUMN "address" TEXT;
ALTER TABLE "processes" ALTER COLUMN "seen_at" DROP DEFAULT;

-- RenameColumn
ALTER TABLE "live_matches" RENAME COLUMN "keeper" TO "owner";
ALTER TABLE "live_matches" RENAME COLUMN "kept_until" TO "lost_at";
ALTER TABLE "live_matches" RENAME CONSTRAINT "live_matches_keeper_fkey" TO "live_matches_owner_fkey";
ALTER INDEX "live_matches_keeper_idx" RENAME TO "live_matches_owner_idx";

-- AlterTable
ALTER TABLE "live_matches" ADD COLUMN "dated_until" BIGINT;

-- Until now these were the times at which a heartbeat ended.
UPDATE "processes" SET "beat_at" = "beat_at" - 6000;
UPDATE "live_matches" SET "lost_at" = "lost_at" - 6000 WHERE "lost_at" IS NOT NULL;
