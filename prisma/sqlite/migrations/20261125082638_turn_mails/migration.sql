-- AlterTable
ALTER TABLE "accounts" ADD COLUMN "turn_mails" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "accounts" ADD COLUMN "turn_mails_stop" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "accounts_turn_mails_stop_key" ON "accounts"("turn_mails_stop");

-- CreateIndex
CREATE INDEX "accounts_turn_mails_pub_idx" ON "accounts"("turn_mails", "pub");
