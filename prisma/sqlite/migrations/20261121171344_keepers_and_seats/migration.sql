-- CreateTable
CREATE TABLE "keepers" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "until" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "live_seats" (
    "pub" TEXT NOT NULL PRIMARY KEY,
    "match_id" TEXT NOT NULL,
    CONSTRAINT "live_seats_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "live_matches" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The people at the matches that are live now. Of somebody at two, whatever allowed that, the newest counts.
INSERT INTO "live_seats" ("pub", "match_id")
SELECT "pub", "id" FROM (
    SELECT "pub0" AS "pub", "id", "created" FROM "live_matches" WHERE NOT "bot0"
    UNION ALL
    SELECT "pub1", "id", "created" FROM "live_matches" WHERE NOT "bot1"
) AS "seats"
WHERE true
ORDER BY "created" DESC, "id"
ON CONFLICT DO NOTHING;

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_live_matches" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "created" BIGINT NOT NULL,
    "header" TEXT NOT NULL,
    "keeper" TEXT,
    CONSTRAINT "live_matches_keeper_fkey" FOREIGN KEY ("keeper") REFERENCES "keepers" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
INSERT INTO "new_live_matches" ("created", "header", "id") SELECT "created", "header", "id" FROM "live_matches";
DROP TABLE "live_matches";
ALTER TABLE "new_live_matches" RENAME TO "live_matches";
CREATE INDEX "live_matches_keeper_idx" ON "live_matches"("keeper");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "live_seats_match_id_idx" ON "live_seats"("match_id");
