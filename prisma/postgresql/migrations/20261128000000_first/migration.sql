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
    "rated_games" INTEGER NOT NULL DEFAULT 0,
    "rated_wins" INTEGER NOT NULL DEFAULT 0,
    "country" TEXT,
    "created" BIGINT NOT NULL,
    "opponents" INTEGER NOT NULL DEFAULT 0,
    "known" INTEGER NOT NULL DEFAULT 0,
    "known_on" INTEGER,
    "at_most" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "figures_after" INTEGER,

    CONSTRAINT "players_pkey" PRIMARY KEY ("pub")
);

-- CreateTable
CREATE TABLE "rated_pairs" (
    "low" TEXT NOT NULL,
    "high" TEXT NOT NULL,
    "low_vouched" BOOLEAN NOT NULL,
    "high_vouched" BOOLEAN NOT NULL,

    CONSTRAINT "rated_pairs_pkey" PRIMARY KEY ("low","high")
);

-- CreateTable
CREATE TABLE "processes" (
    "id" TEXT NOT NULL,
    "address" TEXT,
    "beat_at" BIGINT NOT NULL,
    "seen_at" BIGINT NOT NULL,

    CONSTRAINT "processes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "leases" (
    "name" TEXT NOT NULL,
    "process" TEXT NOT NULL,

    CONSTRAINT "leases_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "live_matches" (
    "id" TEXT NOT NULL,
    "created" BIGINT NOT NULL,
    "header" TEXT NOT NULL,
    "owner" TEXT,
    "lost_at" BIGINT,
    "dated_until" BIGINT,
    "free_from" BIGINT,
    "wake_at" BIGINT,
    "snapshot" TEXT,

    CONSTRAINT "live_matches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "live_seats" (
    "pub" TEXT NOT NULL,
    "match_id" TEXT NOT NULL,

    CONSTRAINT "live_seats_pkey" PRIMARY KEY ("pub")
);

-- CreateTable
CREATE TABLE "turn_seats" (
    "pub" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "match_id" TEXT NOT NULL,

    CONSTRAINT "turn_seats_pkey" PRIMARY KEY ("pub","place")
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
    "events" INTEGER NOT NULL,
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
    "logged" BOOLEAN NOT NULL DEFAULT false,

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
    "blamed" TEXT,
    "at" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "proof" TEXT,

    CONSTRAINT "aborts_pkey" PRIMARY KEY ("match_id")
);

-- CreateTable
CREATE TABLE "invites" (
    "code" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "terms" TEXT NOT NULL,
    "created" BIGINT NOT NULL,
    "until" BIGINT NOT NULL,
    "is_posted" BOOLEAN NOT NULL DEFAULT false,
    "challenged" TEXT,
    "friend" TEXT,
    "state" TEXT NOT NULL DEFAULT 'open',

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

-- CreateTable
CREATE TABLE "accounts" (
    "pub" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "name_fold" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "wrapped" TEXT NOT NULL,
    "created" BIGINT NOT NULL,
    "turn_mails" BOOLEAN NOT NULL DEFAULT false,
    "turn_mails_stop" TEXT,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("pub")
);

-- CreateTable
CREATE TABLE "handed_keys" (
    "pub" TEXT NOT NULL,
    "since" BIGINT NOT NULL,

    CONSTRAINT "handed_keys_pkey" PRIMARY KEY ("pub")
);

-- CreateTable
CREATE TABLE "mail_tokens" (
    "hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "pub" TEXT,
    "username" TEXT,
    "wrapped" TEXT,
    "expires" BIGINT NOT NULL,

    CONSTRAINT "mail_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "mail_requests" (
    "seq" SERIAL NOT NULL,
    "who" TEXT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "mail_requests_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "mail_stops" (
    "address" TEXT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "mail_stops_pkey" PRIMARY KEY ("address")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "email" TEXT NOT NULL,
    "confirmed" BOOLEAN NOT NULL DEFAULT false,
    "daily" BOOLEAN NOT NULL DEFAULT false,
    "stop" TEXT NOT NULL,
    "created" BIGINT NOT NULL,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "mailings" (
    "date" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "mailings_pkey" PRIMARY KEY ("date","email")
);

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

-- CreateTable
CREATE TABLE "evaluations" (
    "key" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created" BIGINT NOT NULL,
    "judges" TEXT,

    CONSTRAINT "evaluations_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "deep_requests" (
    "match_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "ply" INTEGER NOT NULL,
    "asker" TEXT NOT NULL,
    "until" BIGINT NOT NULL,
    "owner" TEXT NOT NULL,
    "owned_until" BIGINT NOT NULL,

    CONSTRAINT "deep_requests_pkey" PRIMARY KEY ("match_id","engine_id","ply")
);

-- CreateTable
CREATE TABLE "deep_jobs" (
    "key" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "job" TEXT NOT NULL,
    "turn" DOUBLE PRECISION NOT NULL,
    "wanted_until" BIGINT NOT NULL,
    "token" TEXT,
    "worker" TEXT,
    "held_until" BIGINT NOT NULL DEFAULT 0,
    "opinions" TEXT NOT NULL DEFAULT '[]',
    "had_by" TEXT NOT NULL DEFAULT '',
    "known" TEXT,

    CONSTRAINT "deep_jobs_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "known_answers" (
    "key" TEXT NOT NULL,
    "job" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "right" INTEGER NOT NULL,
    "wrong" INTEGER NOT NULL DEFAULT 0,
    "had_by" TEXT NOT NULL,
    "lot" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "known_answers_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "workers" (
    "name" TEXT NOT NULL,
    "seen" BIGINT NOT NULL,
    "distrusted_until" BIGINT NOT NULL DEFAULT 0,
    "missed" TEXT,

    CONSTRAINT "workers_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "annotations" (
    "match_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "ply" INTEGER NOT NULL,
    "gzip" BYTEA NOT NULL,
    "created" BIGINT NOT NULL,
    "judgements" BYTEA,

    CONSTRAINT "annotations_pkey" PRIMARY KEY ("match_id","engine_id","ply")
);

-- CreateTable
CREATE TABLE "report_figures" (
    "match_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "ply" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "p0" TEXT NOT NULL,
    "p1" TEXT NOT NULL,
    "decisions0" INTEGER NOT NULL,
    "loss0" DOUBLE PRECISION NOT NULL,
    "decisions1" INTEGER NOT NULL,
    "loss1" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "report_figures_pkey" PRIMARY KEY ("match_id","engine_id","ply")
);

-- CreateTable
CREATE TABLE "key_successions" (
    "next" TEXT NOT NULL,
    "previous" TEXT NOT NULL,
    "sig" TEXT NOT NULL,

    CONSTRAINT "key_successions_pkey" PRIMARY KEY ("next")
);

-- CreateTable
CREATE TABLE "bans" (
    "subject" TEXT NOT NULL,
    "until" BIGINT,
    "reason" TEXT,
    "created" BIGINT NOT NULL,

    CONSTRAINT "bans_pkey" PRIMARY KEY ("subject")
);

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
    "halted" TEXT,

    CONSTRAINT "log_heads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "log_sequencers" (
    "id" INTEGER NOT NULL,
    "owner" TEXT NOT NULL,
    "until" BIGINT NOT NULL,

    CONSTRAINT "log_sequencers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "push_subscriptions" (
    "endpoint" TEXT NOT NULL,
    "pub" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "kinds" TEXT NOT NULL,
    "vapid" TEXT NOT NULL,
    "created" BIGINT NOT NULL,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("endpoint")
);

-- CreateTable
CREATE TABLE "relations" (
    "pub" TEXT NOT NULL,
    "other" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created" BIGINT NOT NULL,

    CONSTRAINT "relations_pkey" PRIMARY KEY ("pub","other")
);

-- CreateTable
CREATE TABLE "complaints" (
    "match" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "against" TEXT NOT NULL,
    "created" BIGINT NOT NULL,

    CONSTRAINT "complaints_pkey" PRIMARY KEY ("match","by","about")
);

-- CreateIndex
CREATE INDEX "players_at_most_rating_rated_games_pub_idx" ON "players"("at_most" DESC, "rating" DESC, "rated_games" DESC, "pub");

-- CreateIndex
CREATE INDEX "players_rated_games_idx" ON "players"("rated_games");

-- CreateIndex
CREATE INDEX "leases_process_idx" ON "leases"("process");

-- CreateIndex
CREATE INDEX "live_matches_owner_idx" ON "live_matches"("owner");

-- CreateIndex
CREATE INDEX "live_matches_free_from_created_idx" ON "live_matches"("free_from", "created");

-- CreateIndex
CREATE INDEX "live_seats_match_id_idx" ON "live_seats"("match_id");

-- CreateIndex
CREATE INDEX "turn_seats_match_id_idx" ON "turn_seats"("match_id");

-- CreateIndex
CREATE UNIQUE INDEX "matches_id_key" ON "matches"("id");

-- CreateIndex
CREATE INDEX "matches_p0_seq_idx" ON "matches"("p0", "seq");

-- CreateIndex
CREATE INDEX "matches_p1_seq_idx" ON "matches"("p1", "seq");

-- CreateIndex
CREATE INDEX "matches_p0_p1_finished_idx" ON "matches"("p0", "p1", "finished");

-- CreateIndex
CREATE INDEX "matches_p0_told0_seq_idx" ON "matches"("p0", "told0", "seq");

-- CreateIndex
CREATE INDEX "matches_p1_told1_seq_idx" ON "matches"("p1", "told1", "seq");

-- CreateIndex
CREATE INDEX "matches_waiting_idx" ON "matches"("seq") WHERE ("logged" = false);

-- CreateIndex
CREATE INDEX "aborts_blamed_at_idx" ON "aborts"("blamed", "at");

-- CreateIndex
CREATE INDEX "invites_by_idx" ON "invites"("by");

-- CreateIndex
CREATE INDEX "invites_challenged_idx" ON "invites"("challenged");

-- CreateIndex
CREATE INDEX "invites_friend_idx" ON "invites"("friend");

-- CreateIndex
CREATE INDEX "invites_until_idx" ON "invites"("until");

-- CreateIndex
CREATE INDEX "invites_is_posted_state_until_idx" ON "invites"("is_posted", "state", "until");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_name_fold_key" ON "accounts"("name_fold");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts"("email");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_turn_mails_stop_key" ON "accounts"("turn_mails_stop");

-- CreateIndex
CREATE INDEX "accounts_turn_mails_pub_idx" ON "accounts"("turn_mails", "pub");

-- CreateIndex
CREATE INDEX "mail_tokens_email_idx" ON "mail_tokens"("email");

-- CreateIndex
CREATE INDEX "mail_tokens_pub_idx" ON "mail_tokens"("pub");

-- CreateIndex
CREATE INDEX "mail_tokens_expires_idx" ON "mail_tokens"("expires");

-- CreateIndex
CREATE INDEX "mail_requests_who_at_idx" ON "mail_requests"("who", "at");

-- CreateIndex
CREATE INDEX "mail_requests_at_idx" ON "mail_requests"("at");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_stop_key" ON "subscriptions"("stop");

-- CreateIndex
CREATE INDEX "puzzle_attempts_date_rank_idx" ON "puzzle_attempts"("date", "rank");

-- CreateIndex
CREATE INDEX "evaluations_created_idx" ON "evaluations"("created");

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

-- CreateIndex
CREATE INDEX "report_figures_p0_seq_idx" ON "report_figures"("p0", "seq");

-- CreateIndex
CREATE INDEX "report_figures_p1_seq_idx" ON "report_figures"("p1", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "log_pending_ref_key" ON "log_pending"("ref");

-- CreateIndex
CREATE UNIQUE INDEX "log_entries_ref_key" ON "log_entries"("ref");

-- CreateIndex
CREATE INDEX "log_staged_tiles_size_idx" ON "log_staged_tiles"("size");

-- CreateIndex
CREATE INDEX "push_subscriptions_pub_created_idx" ON "push_subscriptions"("pub", "created");

-- CreateIndex
CREATE INDEX "complaints_by_created_idx" ON "complaints"("by", "created");

-- CreateIndex
CREATE INDEX "complaints_against_created_idx" ON "complaints"("against", "created");

-- CreateIndex
CREATE INDEX "complaints_created_idx" ON "complaints"("created");

-- AddForeignKey
ALTER TABLE "leases" ADD CONSTRAINT "leases_process_fkey" FOREIGN KEY ("process") REFERENCES "processes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "live_matches" ADD CONSTRAINT "live_matches_owner_fkey" FOREIGN KEY ("owner") REFERENCES "processes"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "live_seats" ADD CONSTRAINT "live_seats_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "live_matches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "turn_seats" ADD CONSTRAINT "turn_seats_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "live_matches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "live_matches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "records" ADD CONSTRAINT "records_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "matches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "puzzle_attempts" ADD CONSTRAINT "puzzle_attempts_date_fkey" FOREIGN KEY ("date") REFERENCES "puzzles"("date") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_figures" ADD CONSTRAINT "report_figures_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "matches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The newest of several connections of one key has the greatest number.
CREATE SEQUENCE "connection_numbers";
