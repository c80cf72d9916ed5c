-- CreateTable
CREATE TABLE "puzzles" (
    "date" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created" BIGINT NOT NULL,

    CONSTRAINT "puzzles_pkey" PRIMARY KEY ("date")
);

-- CreateTable
CREATE TABLE "puzzle_attempts" (
    "pub" TEXT NOT NULL,
    "date" TEXT NOT NULL,
    "hops" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "puzzle_attempts_pkey" PRIMARY KEY ("pub","date")
);

-- CreateIndex
CREATE INDEX "puzzle_attempts_date_rank_idx" ON "puzzle_attempts"("date", "rank");

-- AddForeignKey
ALTER TABLE "puzzle_attempts" ADD CONSTRAINT "puzzle_attempts_date_fkey" FOREIGN KEY ("date") REFERENCES "puzzles"("date") ON DELETE RESTRICT ON UPDATE CASCADE;
