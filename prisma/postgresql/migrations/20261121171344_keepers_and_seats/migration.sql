-- CreateTable
CREATE TABLE "keepers" (
    "id" TEXT NOT NULL,
    "until" BIGINT NOT NULL,

    CONSTRAINT "keepers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "live_seats" (
    "pub" TEXT NOT NULL,
    "match_id" TEXT NOT NULL,

    CONSTRAINT "live_seats_pkey" PRIMARY KEY ("pub")
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

-- DropIndex
DROP INDEX "live_matches_pub0_idx";

-- DropIndex
DROP INDEX "live_matches_pub1_idx";

-- AlterTable
ALTER TABLE "live_matches" DROP COLUMN "bot0",
DROP COLUMN "bot1",
DROP COLUMN "pub0",
DROP COLUMN "pub1",
ADD COLUMN     "keeper" TEXT;

-- CreateIndex
CREATE INDEX "live_seats_match_id_idx" ON "live_seats"("match_id");

-- CreateIndex
CREATE INDEX "live_matches_keeper_idx" ON "live_matches"("keeper");

-- AddForeignKey
ALTER TABLE "live_matches" ADD CONSTRAINT "live_matches_keeper_fkey" FOREIGN KEY ("keeper") REFERENCES "keepers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "live_seats" ADD CONSTRAINT "live_seats_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "live_matches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
