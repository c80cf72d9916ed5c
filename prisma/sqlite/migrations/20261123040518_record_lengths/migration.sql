-- AlterTable
ALTER TABLE "matches" ADD COLUMN "events" INTEGER;
