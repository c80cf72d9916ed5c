-- AlterTable
ALTER TABLE "matches" ADD COLUMN "points" INTEGER;
