-- CreateTable
CREATE TABLE "key_successions" (
    "next" TEXT NOT NULL PRIMARY KEY,
    "previous" TEXT NOT NULL,
    "sig" TEXT NOT NULL
);
