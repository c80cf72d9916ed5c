-- CreateTable
CREATE TABLE "accounts" (
    "pub" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "wrapped" TEXT NOT NULL,
    "created" BIGINT NOT NULL,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("pub")
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
