-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_invites" (
    "code" TEXT NOT NULL PRIMARY KEY,
    "by" TEXT NOT NULL,
    "terms" TEXT NOT NULL,
    "created" BIGINT NOT NULL,
    "challenged" TEXT,
    "friend" TEXT,
    "state" TEXT NOT NULL DEFAULT 'open'
);
INSERT INTO "new_invites" ("by", "code", "created", "terms") SELECT "by", "code", "created", "terms" FROM "invites";
DROP TABLE "invites";
ALTER TABLE "new_invites" RENAME TO "invites";
CREATE INDEX "invites_by_idx" ON "invites"("by");
CREATE INDEX "invites_challenged_idx" ON "invites"("challenged");
CREATE INDEX "invites_friend_idx" ON "invites"("friend");
CREATE INDEX "invites_created_idx" ON "invites"("created");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
