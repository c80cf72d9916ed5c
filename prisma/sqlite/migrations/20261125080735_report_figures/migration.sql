-- AlterTable
ALTER TABLE "players" ADD COLUMN "figures_after" INTEGER;

-- CreateTable
CREATE TABLE "report_figures" (
    "match_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "ply" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "p0" TEXT NOT NULL,
    "p1" TEXT NOT NULL,
    "decisions0" INTEGER NOT NULL,
    "loss0" REAL NOT NULL,
    "decisions1" INTEGER NOT NULL,
    "loss1" REAL NOT NULL,

    PRIMARY KEY ("match_id", "engine_id", "ply"),
    CONSTRAINT "report_figures_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "matches" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "report_figures_p0_seq_idx" ON "report_figures"("p0", "seq");

-- CreateIndex
CREATE INDEX "report_figures_p1_seq_idx" ON "report_figures"("p1", "seq");

-- A player who deleted their data before this column existed has the name of a guest and no account. A guest who never chose a name looks
-- the same and loses only the figures of matches before this migration. The figures of stored reports are filled in by the service.
UPDATE "players" SET "figures_after" = (SELECT MAX("seq") FROM "matches")
WHERE "name" = 'Guest ' || substr("pub", 1, 4)
  AND NOT EXISTS (SELECT 1 FROM "accounts" WHERE "accounts"."pub" = "players"."pub");
