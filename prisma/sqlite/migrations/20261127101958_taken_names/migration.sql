-- AlterTable
ALTER TABLE "accounts" ADD COLUMN "name_fold" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "accounts_name_fold_key" ON "accounts"("name_fold");
