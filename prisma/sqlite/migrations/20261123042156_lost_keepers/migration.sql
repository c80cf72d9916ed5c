-- AlterTable
ALTER TABLE "live_matches" ADD COLUMN "kept_until" BIGINT;
