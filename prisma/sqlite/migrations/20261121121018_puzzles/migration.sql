-- CreateTable
CREATE TABLE "puzzles" (
    "date" TEXT NOT NULL PRIMARY KEY,
    "text" TEXT NOT NULL,
    "created" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "puzzle_attempts" (
    "pub" TEXT NOT NULL,
    "date" TEXT NOT NULL,
    "hops" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,

    PRIMARY KEY ("pub", "date"),
    CONSTRAINT "puzzle_attempts_date_fkey" FOREIGN KEY ("date") REFERENCES "puzzles" ("date") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "puzzle_attempts_date_rank_idx" ON "puzzle_attempts"("date", "rank");
