-- DropIndex
DROP INDEX "matches_logged_seq_idx";

-- AlterTable
ALTER TABLE "log_heads" ADD COLUMN "halted" TEXT;

-- CreateIndex
CREATE INDEX "matches_waiting_idx" ON "matches"("seq") WHERE "logged" = false;
