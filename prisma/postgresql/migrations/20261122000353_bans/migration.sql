-- CreateTable
CREATE TABLE "bans" (
    "subject" TEXT NOT NULL,
    "until" BIGINT,
    "reason" TEXT,
    "created" BIGINT NOT NULL,

    CONSTRAINT "bans_pkey" PRIMARY KEY ("subject")
);
