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

-- CreateIndex
CREATE INDEX "push_subscriptions_pub_created_idx" ON "push_subscriptions"("pub", "created");
