-- CreateTable
CREATE TABLE "accounts" (
    "pub" TEXT NOT NULL PRIMARY KEY,
    "username" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "wrapped" TEXT NOT NULL,
    "created" BIGINT NOT NULL
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

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts"("email");

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
