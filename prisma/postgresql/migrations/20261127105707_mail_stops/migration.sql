-- CreateTable
CREATE TABLE "mail_stops" (
    "address" TEXT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "mail_stops_pkey" PRIMARY KEY ("address")
);
