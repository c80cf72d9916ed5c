-- CreateTable
CREATE TABLE "key_successions" (
    "next" TEXT NOT NULL,
    "previous" TEXT NOT NULL,
    "sig" TEXT NOT NULL,

    CONSTRAINT "key_successions_pkey" PRIMARY KEY ("next")
);
