-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_live_matches" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "created" BIGINT NOT NULL,
    "header" TEXT NOT NULL,
    "keeper" TEXT,
    "kept_until" BIGINT,
    "free_from" BIGINT,
    "wake_at" BIGINT,
    "standing" TEXT,
    CONSTRAINT "live_matches_keeper_fkey" FOREIGN KEY ("keeper") REFERENCES "keepers" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
);
INSERT INTO "new_live_matches" ("created", "header", "id", "keeper", "kept_until", "standing", "wake_at") SELECT "created", "header", "id", "keeper", "kept_until", "standing", "wake_at" FROM "live_matches";
DROP TABLE "live_matches";
ALTER TABLE "new_live_matches" RENAME TO "live_matches";
CREATE INDEX "live_matches_keeper_idx" ON "live_matches"("keeper");
CREATE INDEX "live_matches_free_from_created_idx" ON "live_matches"("free_from", "created");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- A match without a keeper was lost, or is parked or handed over until "wake_at".
UPDATE "live_matches" SET "free_from" = COALESCE("wake_at", 0) WHERE "keeper" IS NULL;
