-- CreateTable
CREATE TABLE "players" (
    "pub" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "rating" REAL NOT NULL,
    "rd" REAL NOT NULL,
    "volatility" REAL NOT NULL,
    "rated_at" BIGINT,
    "games" INTEGER NOT NULL DEFAULT 0,
    "wins" INTEGER NOT NULL DEFAULT 0,
    "created" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "live_matches" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "created" BIGINT NOT NULL,
    "header" TEXT NOT NULL,
    "pub0" TEXT NOT NULL,
    "pub1" TEXT NOT NULL,
    "bot0" BOOLEAN NOT NULL,
    "bot1" BOOLEAN NOT NULL
);

-- CreateTable
CREATE TABLE "live_events" (
    "match_id" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    PRIMARY KEY ("match_id", "n"),
    CONSTRAINT "live_events_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "live_matches" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "matches" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "header" TEXT NOT NULL,
    "finished" BIGINT NOT NULL,
    "p0" TEXT NOT NULL,
    "p1" TEXT NOT NULL,
    "rated" BOOLEAN NOT NULL,
    "winner" INTEGER NOT NULL,
    "score0" INTEGER NOT NULL,
    "score1" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "final_hash" TEXT NOT NULL,
    "rating0_before" REAL,
    "rd0_before" REAL,
    "volatility0_before" REAL,
    "rated_at0_before" BIGINT,
    "rating0_after" REAL,
    "rd0_after" REAL,
    "volatility0_after" REAL,
    "rated_at0_after" BIGINT,
    "rating1_before" REAL,
    "rd1_before" REAL,
    "volatility1_before" REAL,
    "rated_at1_before" BIGINT,
    "rating1_after" REAL,
    "rd1_after" REAL,
    "volatility1_after" REAL,
    "rated_at1_after" BIGINT,
    "told0" BOOLEAN NOT NULL DEFAULT false,
    "told1" BOOLEAN NOT NULL DEFAULT false
);

-- CreateTable
CREATE TABLE "records" (
    "match_id" TEXT NOT NULL PRIMARY KEY,
    "gzip" BLOB NOT NULL,
    CONSTRAINT "records_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "matches" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "aborts" (
    "match_id" TEXT NOT NULL PRIMARY KEY,
    "blamed" TEXT NOT NULL,
    "at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "invites" (
    "code" TEXT NOT NULL PRIMARY KEY,
    "by" TEXT NOT NULL,
    "terms" TEXT NOT NULL,
    "created" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "dice_totals" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "ones" BIGINT NOT NULL,
    "twos" BIGINT NOT NULL,
    "threes" BIGINT NOT NULL,
    "fours" BIGINT NOT NULL,
    "fives" BIGINT NOT NULL,
    "sixes" BIGINT NOT NULL
);

-- CreateIndex
CREATE INDEX "live_matches_pub0_idx" ON "live_matches"("pub0");

-- CreateIndex
CREATE INDEX "live_matches_pub1_idx" ON "live_matches"("pub1");

-- CreateIndex
CREATE UNIQUE INDEX "matches_id_key" ON "matches"("id");

-- CreateIndex
CREATE INDEX "matches_p0_seq_idx" ON "matches"("p0", "seq");

-- CreateIndex
CREATE INDEX "matches_p1_seq_idx" ON "matches"("p1", "seq");

-- CreateIndex
CREATE INDEX "aborts_blamed_at_idx" ON "aborts"("blamed", "at");

-- CreateIndex
CREATE INDEX "invites_by_idx" ON "invites"("by");

-- CreateIndex
CREATE INDEX "invites_created_idx" ON "invites"("created");
