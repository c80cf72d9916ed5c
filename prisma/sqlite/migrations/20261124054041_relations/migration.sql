-- CreateTable
CREATE TABLE "relations" (
    "pub" TEXT NOT NULL,
    "other" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created" BIGINT NOT NULL,

    PRIMARY KEY ("pub", "other")
);
