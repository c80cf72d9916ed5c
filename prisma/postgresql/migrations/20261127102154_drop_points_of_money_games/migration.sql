-- AlterTable
ALTER TABLE "matches" DROP COLUMN "points";
