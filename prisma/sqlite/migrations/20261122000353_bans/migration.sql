-- CreateTable
CREATE TABLE "bans" (
    "subject" TEXT NOT NULL PRIMARY KEY,
    "until" BIGINT,
    "reason" TEXT,
    "created" BIGINT NOT NULL
);
