-- CreateTable
CREATE TABLE "log_pending" (
    "seq" SERIAL NOT NULL,
    "ref" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "log_pending_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "log_entries" (
    "position" INTEGER NOT NULL,
    "ref" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "log_entries_pkey" PRIMARY KEY ("position")
);

-- CreateTable
CREATE TABLE "log_tiles" (
    "level" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "log_tiles_pkey" PRIMARY KEY ("level","place")
);

-- CreateTable
CREATE TABLE "log_staged_tiles" (
    "checkpoint" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "level" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "log_staged_tiles_pkey" PRIMARY KEY ("checkpoint","level","place")
);

-- CreateTable
CREATE TABLE "log_heads" (
    "id" INTEGER NOT NULL,
    "committed" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "note" TEXT,
    "note_size" INTEGER,
    "imported_to" INTEGER NOT NULL,

    CONSTRAINT "log_heads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "log_sequencers" (
    "id" INTEGER NOT NULL,
    "owner" TEXT NOT NULL,
    "until" BIGINT NOT NULL,

    CONSTRAINT "log_sequencers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "log_pending_ref_key" ON "log_pending"("ref");

-- CreateIndex
CREATE UNIQUE INDEX "log_entries_ref_key" ON "log_entries"("ref");

-- CreateIndex
CREATE INDEX "log_staged_tiles_size_idx" ON "log_staged_tiles"("size");

-- AlterTable
ALTER TABLE "matches" ADD COLUMN     "logged" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "matches_logged_seq_idx" ON "matches"("logged", "seq");
