-- AlterTable
ALTER TABLE "invites" ADD COLUMN     "challenged" TEXT,
ADD COLUMN     "friend" TEXT,
ADD COLUMN     "state" TEXT NOT NULL DEFAULT 'open';

-- CreateIndex
CREATE INDEX "invites_challenged_idx" ON "invites"("challenged");

-- CreateIndex
CREATE INDEX "invites_friend_idx" ON "invites"("friend");
