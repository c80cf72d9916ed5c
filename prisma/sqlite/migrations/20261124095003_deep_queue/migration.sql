-- AlterTable
ALTER TABLE "evaluations" ADD COLUMN "judges" TEXT;

-- CreateTable
CREATE TABLE "deep_requests" (
    "match_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "ply" INTEGER NOT NULL,
    "asker" TEXT NOT NULL,
    "until" BIGINT NOT NULL,
    "keeper" TEXT NOT NULL,
    "kept_until" BIGINT NOT NULL,

    PRIMARY KEY ("match_id", "engine_id", "ply")
);

-- CreateTable
CREATE TABLE "deep_jobs" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "engine_id" TEXT NOT NULL,
    "job" TEXT NOT NULL,
    "turn" REAL NOT NULL,
    "wanted_until" BIGINT NOT NULL,
    "token" TEXT,
    "worker" TEXT,
    "held_until" BIGINT NOT NULL DEFAULT 0,
    "opinions" TEXT NOT NULL DEFAULT '[]',
    "had_by" TEXT NOT NULL DEFAULT '',
    "known" TEXT
);

-- CreateTable
CREATE TABLE "known_answers" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "job" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "right" INTEGER NOT NULL,
    "wrong" INTEGER NOT NULL DEFAULT 0,
    "had_by" TEXT NOT NULL,
    "lot" REAL NOT NULL
);

-- CreateTable
CREATE TABLE "workers" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "seen" BIGINT NOT NULL,
    "distrusted_until" BIGINT NOT NULL DEFAULT 0,
    "missed" TEXT
);

-- CreateIndex
CREATE INDEX "deep_requests_asker_idx" ON "deep_requests"("asker");

-- CreateIndex
CREATE INDEX "deep_requests_until_idx" ON "deep_requests"("until");

-- CreateIndex
CREATE INDEX "deep_jobs_engine_id_turn_idx" ON "deep_jobs"("engine_id", "turn");

-- CreateIndex
CREATE INDEX "deep_jobs_token_idx" ON "deep_jobs"("token");

-- CreateIndex
CREATE INDEX "deep_jobs_worker_held_until_idx" ON "deep_jobs"("worker", "held_until");

-- CreateIndex
CREATE INDEX "deep_jobs_wanted_until_idx" ON "deep_jobs"("wanted_until");

-- CreateIndex
CREATE INDEX "known_answers_lot_idx" ON "known_answers"("lot");

-- CreateIndex
CREATE INDEX "workers_seen_idx" ON "workers"("seen");

-- CreateIndex
CREATE INDEX "workers_missed_idx" ON "workers"("missed");
