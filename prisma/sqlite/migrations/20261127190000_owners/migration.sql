-- CreateTable
CREATE TABLE "processes" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "address" TEXT,
    "beat_at" BIGINT NOT NULL,
    "seen_at" BIGINT NOT NULL
);

-- Until now these were the times at which a heartbeat ended.
INSERT INTO "processes" ("id", "beat_at", "seen_at") SELECT "id", "until" - 6000, 0 FROM "keepers";

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_live_matches" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "created" BIGINT NOT NULL,
    "header" TEXT NOT NULL,
    "owner" TEXT,
    "lost_at" BIGINT,
    "dated_until" BIGINT,
    "free_from" BIGINT,
    "wake_at" BIGINT,
    "standing" TEXT,
    CONSTRAINT "live_matches_owner_fkey" FOREIGN KEY ("owner") REFERENCES "processes" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
);
INSERT INTO "new_live_matches" ("created", "free_from", "header", "id", "lost_at", "owner", "standing", "wake_at") SELECT "created", "free_from", "header", "id", "kept_until" - 6000, "keeper", "standing", "wake_at" FROM "live_matches";
DROP TABLE "live_matches";
ALTER TABLE "new_live_matches" RENAME TO "live_matches";
CREATE INDEX "live_matches_owner_idx" ON "live_matches"("owner");
CREATE INDEX "live_matches_free_from_created_idx" ON "live_matches"("free_from", "created");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- DropTable
DROP TABLE "keepers";
