-- AlterTable
ALTER TABLE "annotations" ADD COLUMN     "judgements" BYTEA;
