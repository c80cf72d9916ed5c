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
    "rated_games" INTEGER NOT NULL DEFAULT 0,
    "rated_wins" INTEGER NOT NULL DEFAULT 0,
    "country" TEXT,
    "created" BIGINT NOT NULL,
    "opponents" INTEGER NOT NULL DEFAULT 0,
    "known" INTEGER NOT NULL DEFAULT 0,
    "known_on" INTEGER,
    "at_most" REAL NOT NULL DEFAULT 0,
    "figures_after" INTEGER
);

-- CreateTable
CREATE TABLE "rated_pairs" (
    "low" TEXT NOT NULL,
    "high" TEXT NOT NULL,
    "low_vouched" BOOLEAN NOT NULL,
    "high_vouched" BOOLEAN NOT NULL,

    PRIMARY KEY ("low", "high")
);

-- CreateTable
CREATE TABLE "processes" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "address" TEXT,
    "beat_at" BIGINT NOT NULL,
    "seen_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "leases" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "process" TEXT NOT NULL,
    CONSTRAINT "leases_process_fkey" FOREIGN KEY ("process") REFERENCES "processes" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "live_matches" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "created" BIGINT NOT NULL,
    "header" TEXT NOT NULL,
    "owner" TEXT,
    "lost_at" BIGINT,
    "dated_until" BIGINT,
    "free_from" BIGINT,
    "wake_at" BIGINT,
    "snapshot" TEXT,
    CONSTRAINT "live_matches_owner_fkey" FOREIGN KEY ("owner") REFERENCES "processes" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "live_seats" (
    "pub" TEXT NOT NULL PRIMARY KEY,
    "match_id" TEXT NOT NULL,
    CONSTRAINT "live_seats_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "live_matches" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "turn_seats" (
    "pub" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "match_id" TEXT NOT NULL,

    PRIMARY KEY ("pub", "place"),
    CONSTRAINT "turn_seats_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "live_matches" ("id") ON DELETE CASCADE ON UPDATE CASCADE
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
    "events" INTEGER NOT NULL,
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
    "told1" BOOLEAN NOT NULL DEFAULT false,
    "logged" BOOLEAN NOT NULL DEFAULT false
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
    "blamed" TEXT,
    "at" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "proof" TEXT
);

-- CreateTable
CREATE TABLE "invites" (
    "code" TEXT NOT NULL PRIMARY KEY,
    "by" TEXT NOT NULL,
    "terms" TEXT NOT NULL,
    "created" BIGINT NOT NULL,
    "until" BIGINT NOT NULL,
    "is_posted" BOOLEAN NOT NULL DEFAULT false,
    "challenged" TEXT,
    "friend" TEXT,
    "state" TEXT NOT NULL DEFAULT 'open'
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

-- CreateTable
CREATE TABLE "accounts" (
    "pub" TEXT NOT NULL PRIMARY KEY,
    "username" TEXT NOT NULL,
    "name_fold" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "wrapped" TEXT NOT NULL,
    "created" BIGINT NOT NULL,
    "turn_mails" BOOLEAN NOT NULL DEFAULT false,
    "turn_mails_stop" TEXT
);

-- CreateTable
CREATE TABLE "handed_keys" (
    "pub" TEXT NOT NULL PRIMARY KEY,
    "since" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "mail_tokens" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "pub" TEXT,
    "username" TEXT,
    "wrapped" TEXT,
    "expires" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "mail_requests" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "who" TEXT NOT NULL,
    "at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "mail_stops" (
    "address" TEXT NOT NULL PRIMARY KEY,
    "at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "email" TEXT NOT NULL PRIMARY KEY,
    "confirmed" BOOLEAN NOT NULL DEFAULT false,
    "daily" BOOLEAN NOT NULL DEFAULT false,
    "stop" TEXT NOT NULL,
    "created" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "mailings" (
    "date" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "at" BIGINT NOT NULL,

    PRIMARY KEY ("date", "email")
);

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

-- CreateTable
CREATE TABLE "evaluations" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "text" TEXT NOT NULL,
    "created" BIGINT NOT NULL,
    "judges" TEXT
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

-- CreateTable
CREATE TABLE "annotations" (
    "match_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "ply" INTEGER NOT NULL,
    "gzip" BLOB NOT NULL,
    "created" BIGINT NOT NULL,
    "judgements" BLOB,

    PRIMARY KEY ("match_id", "engine_id", "ply")
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
    "loss0" REAL NOT NULL,
    "decisions1" INTEGER NOT NULL,
    "loss1" REAL NOT NULL,

    PRIMARY KEY ("match_id", "engine_id", "ply"),
    CONSTRAINT "report_figures_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "matches" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "key_successions" (
    "next" TEXT NOT NULL PRIMARY KEY,
    "previous" TEXT NOT NULL,
    "sig" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "bans" (
    "subject" TEXT NOT NULL PRIMARY KEY,
    "until" BIGINT,
    "reason" TEXT,
    "created" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "log_pending" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "ref" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "log_entries" (
    "position" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "ref" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "log_tiles" (
    "level" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "bytes" BLOB NOT NULL,

    PRIMARY KEY ("level", "place")
);

-- CreateTable
CREATE TABLE "log_staged_tiles" (
    "checkpoint" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "level" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "bytes" BLOB NOT NULL,

    PRIMARY KEY ("checkpoint", "level", "place")
);

-- CreateTable
CREATE TABLE "log_heads" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "committed" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "note" TEXT,
    "note_size" INTEGER,
    "imported_to" INTEGER NOT NULL,
    "halted" TEXT
);

-- CreateTable
CREATE TABLE "log_sequencers" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "owner" TEXT NOT NULL,
    "until" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "push_subscriptions" (
    "endpoint" TEXT NOT NULL PRIMARY KEY,
    "pub" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "kinds" TEXT NOT NULL,
    "vapid" TEXT NOT NULL,
    "created" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "relations" (
    "pub" TEXT NOT NULL,
    "other" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created" BIGINT NOT NULL,

    PRIMARY KEY ("pub", "other")
);

-- CreateTable
CREATE TABLE "complaints" (
    "match" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "against" TEXT NOT NULL,
    "created" BIGINT NOT NULL,

    PRIMARY KEY ("match", "by", "about")
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
CREATE INDEX "matches_waiting_idx" ON "matches"("seq") WHERE "logged" = false;

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
