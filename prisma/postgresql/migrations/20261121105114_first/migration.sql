-- CreateTable
CREATE TABLE "players" (
    "pub" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "rating" DOUBLE PRECISION NOT NULL,
    "rd" DOUBLE PRECISION NOT NULL,
    "volatility" DOUBLE PRECISION NOT NULL,
    "rated_at" BIGINT,
    "games" INTEGER NOT NULL DEFAULT 0,
    "wins" INTEGER NOT NULL DEFAULT 0,
    "created" BIGINT NOT NULL,

    CONSTRAINT "players_pkey" PRIMARY KEY ("pub")
);

-- CreateTable
CREATE TABLE "live_matches" (
    "id" TEXT NOT NULL,
    "created" BIGINT NOT NULL,
    "header" TEXT NOT NULL,
    "pub0" TEXT NOT NULL,
    "pub1" TEXT NOT NULL,
    "bot0" BOOLEAN NOT NULL,
    "bot1" BOOLEAN NOT NULL,

    CONSTRAINT "live_matches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "live_events" (
    "match_id" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "live_events_pkey" PRIMARY KEY ("match_id","n")
);

-- CreateTable
CREATE TABLE "matches" (
    "seq" SERIAL NOT NULL,
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
    "rating0_before" DOUBLE PRECISION,
    "rd0_before" DOUBLE PRECISION,
    "volatility0_before" DOUBLE PRECISION,
    "rated_at0_before" BIGINT,
    "rating0_after" DOUBLE PRECISION,
    "rd0_after" DOUBLE PRECISION,
    "volatility0_after" DOUBLE PRECISION,
    "rated_at0_after" BIGINT,
    "rating1_before" DOUBLE PRECISION,
    "rd1_before" DOUBLE PRECISION,
    "volatility1_before" DOUBLE PRECISION,
    "rated_at1_before" BIGINT,
    "rating1_after" DOUBLE PRECISION,
    "rd1_after" DOUBLE PRECISION,
    "volatility1_after" DOUBLE PRECISION,
    "rated_at1_after" BIGINT,
    "told0" BOOLEAN NOT NULL DEFAULT false,
    "told1" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "matches_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "records" (
    "match_id" TEXT NOT NULL,
    "gzip" BYTEA NOT NULL,

    CONSTRAINT "records_pkey" PRIMARY KEY ("match_id")
);

-- CreateTable
CREATE TABLE "aborts" (
    "match_id" TEXT NOT NULL,
    "blamed" TEXT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "aborts_pkey" PRIMARY KEY ("match_id")
);

-- CreateTable
CREATE TABLE "invites" (
    "code" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "terms" TEXT NOT NULL,
    "created" BIGINT NOT NULL,

    CONSTRAINT "invites_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "dice_totals" (
    "id" INTEGER NOT NULL,
    "ones" BIGINT NOT NULL,
    "twos" BIGINT NOT NULL,
    "threes" BIGINT NOT NULL,
    "fours" BIGINT NOT NULL,
    "fives" BIGINT NOT NULL,
    "sixes" BIGINT NOT NULL,

    CONSTRAINT "dice_totals_pkey" PRIMARY KEY ("id")
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

-- AddForeignKey
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "live_matches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "records" ADD CONSTRAINT "records_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "matches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
